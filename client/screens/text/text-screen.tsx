import { text } from '#contract/calls/site';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { dayText } from '../../features/text/format/time-text.ts';
import { RichText } from '../../features/text/rich-text/rich-text.tsx';
import { useCall } from '../../runtime/queries/queries.ts';

export function TermsScreen() {
  return <TextScreen name="service" title="服务条款" />;
}

export function PrivacyScreen() {
  return <TextScreen name="privacy" title="隐私政策" />;
}

/** One of the site's legal texts. */
function TextScreen({ name, title }: { name: 'service' | 'privacy'; title: string }) {
  const { data, error, retry } = useCall(text, { name });
  return (
    <TitledScreen title={data?.title || title}>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <TextSkeleton />
      ) : data.body.trim() === '' ? (
        <EmptyState title={`还没有${title}`} />
      ) : (
        <article className="page-width">
          <div className="mx-auto max-w-2xl">
            <p className="pt-4 text-sm text-soft">更新于 {dayText(data.updatedAt)}</p>
            <RichText text={data.body} />
          </div>
        </article>
      )}
    </TitledScreen>
  );
}

function TextSkeleton() {
  return (
    <div aria-hidden className="page-width">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="mx-auto mt-4 h-14 max-w-2xl" />
      ))}
    </div>
  );
}
