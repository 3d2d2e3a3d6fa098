import { useMutation } from '@tanstack/react-query';
import { addPicture, showPicture } from '#contract/console/editorial';
import { TextButton } from '../../ui/text-button.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { Problem } from '../parts/page.tsx';
import { useAnswer } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { base64Of } from './picture-file.ts';

type PictureInputProps = {
  label: string;
  hint: string | undefined;
  error: string | null;
  use: 'picture' | 'icon' | 'logo';
  /** The name of the stored picture; empty = none. */
  source: string;
  onSource(source: string): void;
};

/** A picture that is uploaded as soon as it is chosen. */
export function PictureInput({ label, hint, error, use, source, onSource }: PictureInputProps) {
  const change = useMutation({
    mutationKey: [addPicture.path],
    mutationFn: async (file: File) => request(addPicture, { use, image: await base64Of(file) }),
    onSuccess: (added) => onSource(added.source),
  });
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <span className="text-sm text-soft">{label}</span>
      {source !== '' && <Shown source={source} label={label} />}
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          text={change.isPending ? '正在上传…' : source === '' ? '选择图片' : '换一张'}
          label={`${label}：选择图片`}
          accept="image/png,image/jpeg,image/webp"
          disabled={change.isPending}
          onPick={([file]) => file && change.mutate(file)}
        />
        {source !== '' && <TextButton onClick={() => onSource('')}>去掉</TextButton>}
      </div>
      {hint && !error && <p className="text-xs text-soft">{hint}</p>}
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      <Problem error={change.error} />
    </div>
  );
}

function Shown({ source, label }: { source: string; label: string }) {
  const { data, error } = useAnswer(showPicture, { source });
  if (error) return <Problem error={error} />;
  if (!data) return <div className="h-24 w-48 animate-pulse rounded-lg bg-sunken" />;
  return (
    <img
      src={`data:${data.type};base64,${data.image}`}
      alt={`${label}：现在的图片`}
      className="max-h-40 max-w-full self-start rounded-lg object-contain ring-1 ring-line"
    />
  );
}
