import type { DataOf } from '#contract/call';
import { themes } from '#contract/calls/listings';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import { WidePicture } from '../../features/pictures/wide-picture.tsx';
import { themePath } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';

type Theme = DataOf<typeof themes>['themes'][number];

/** All running themes. */
export function ThemesScreen() {
  const { data, error, retry } = useCall(themes);
  return (
    <TitledScreen title="专题">
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <ThemesSkeleton />
      ) : data.themes.length === 0 ? (
        <MissingState title="现在没有专题" hint="过些时候再来看看吧。" />
      ) : (
        <ul className="page-width grid gap-x-8 gap-y-5 pt-4 sm:grid-cols-2 lg:grid-cols-3">
          {data.themes.map((one, index) => (
            <li key={one.id} className="min-w-0">
              <ThemeCard theme={one} priority={index < 2} />
            </li>
          ))}
        </ul>
      )}
    </TitledScreen>
  );
}

function ThemeCard({
  theme: { id, title, description, image, count, covers },
  priority,
}: {
  theme: Theme;
  priority: boolean;
}) {
  return (
    <ScreenLink to={themePath(id)} className="block active:opacity-80">
      {image ? <WidePicture image={image} priority={priority} /> : <Covers covers={covers} priority={priority} />}
      <h2 className="mt-2 flex items-baseline justify-between gap-3">
        <span className="truncate text-lg font-semibold">{title}</span>
        <span className="shrink-0 text-sm text-soft tabular-nums">共 {count} 部</span>
      </h2>
      {description && <p className="truncate text-sm text-soft">{description}</p>}
    </ScreenLink>
  );
}

/** Shown if a theme has no picture. */
function Covers({ covers, priority }: { covers: Theme['covers']; priority: boolean }) {
  return (
    <div className="flex aspect-2/1 items-center justify-center gap-3 overflow-hidden rounded-2xl bg-sunken p-4">
      {covers.map((cover) => (
        <div key={cover.url} className="relative aspect-3/4 h-full overflow-hidden rounded-lg ring-inside">
          <LazyImage image={cover} alt="" priority={priority} className="size-full object-cover" />
        </div>
      ))}
    </div>
  );
}

function ThemesSkeleton() {
  return (
    <div aria-hidden className="page-width grid gap-x-8 gap-y-5 pt-4 sm:grid-cols-2 lg:grid-cols-3">
      {[1, 2, 3].map((each) => (
        <div key={each}>
          <Skeleton className="aspect-2/1 rounded-2xl" />
          <Skeleton className="mt-3 h-6 w-3/5" />
        </div>
      ))}
    </div>
  );
}
