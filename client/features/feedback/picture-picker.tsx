import { useRef } from 'react';
import { MOST_PICTURES } from '#contract/pictures';
import { CloseIcon } from '../../../ui/screen-icons.tsx';
import type { PickedPictures } from './use-pictures.ts';

/** The pictures of a feedback, and a button to add more. */
export function PicturePicker({ pictures }: { pictures: PickedPictures }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <fieldset aria-label="图片">
      <p className="text-sm text-soft">图片（最多 {MOST_PICTURES} 张，只有我们看得到）</p>
      <ul className="mt-1 flex gap-3">
        {pictures.list.map(({ key, preview, id }, index) => (
          <li key={key} className="relative size-18 low:size-11">
            <img
              src={preview}
              alt={`第 ${index + 1} 张图片`}
              className={`size-full rounded-lg bg-sunken object-cover ${id === null ? 'opacity-40' : ''}`}
            />
            {id === null && <span className="absolute inset-x-0 bottom-1 text-center text-xs low:sr-only">上传中</span>}
            <button
              type="button"
              aria-label={`去掉第 ${index + 1} 张图片`}
              className="absolute -top-3 -right-3 flex size-11 items-center justify-center"
              onClick={() => pictures.remove(key)}
            >
              <span className="rounded-full bg-black/65 p-0.5 text-white">
                <CloseIcon className="size-4" />
              </span>
            </button>
          </li>
        ))}
        {pictures.list.length < MOST_PICTURES && (
          <li>
            <button
              type="button"
              className="flex size-18 items-center justify-center rounded-lg bg-sunken text-sm text-soft low:h-11"
              onClick={() => input.current?.click()}
            >
              加图片
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          pictures.add([...(target.files ?? [])]);
          // Allows the same file to be picked again.
          target.value = '';
        }}
      />
    </fieldset>
  );
}
