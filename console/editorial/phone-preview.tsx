import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { drawPart } from '#contract/console/editorial';
import type { DrawnPart } from '#contract/console/editorial-parts';
import { TextField } from '../../ui/text-field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { Card, Problem } from '../parts/page.tsx';
import { readLocalTime, toLocalTime } from '../parts/time.ts';
import { request } from '../runtime/request.ts';
import type { PartForm } from './field-input.tsx';
import { fromForm } from './form-values.ts';
import { PART_FIELDS } from './part-fields.ts';
import { fillPictures } from './preview-pictures.ts';

const PAUSE_MS = 500;

/** The page of the site on a phone at a time, with the values of the form. */
export function PhonePreview({ name }: { name: DrawnPart }) {
  const { control } = useFormContext<PartForm>();
  const items = useWatch({ control, name: 'items' });
  const edited = useDebounced(JSON.stringify(fromForm(PART_FIELDS[name], items)), PAUSE_MS);
  const [time, setTime] = useState(() => toLocalTime(new Date().toISOString()));
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? readLocalTime(time) : new Date().toISOString();
  const { data, error } = useQuery({
    queryKey: [drawPart.path, name, edited, at],
    queryFn: () => request(drawPart, { name, value: JSON.parse(edited), at }),
    placeholderData: keepPreviousData,
  });
  const place = useRef<HTMLDivElement>(null);
  // On a phone it opens below the form.
  // Newer browsers return a promise, which React would take for a clean-up function.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const html = useRef('');
  if (data?.html) html.current = data.html;
  return (
    <Card title="手机预览" hint="没有保存的改动也在里面；读者看不到">
      <div ref={place} className="flex flex-col gap-3">
        <TextField label="像在这时打开（北京时间）" type="datetime-local" value={time} onText={setTime} />
        {data && data.mistakes.length > 0 && (
          <p role="status" className="text-sm text-warm">
            有 {data.mistakes.length} 处还没填好，下面是填好之前的样子。
          </p>
        )}
        <Problem error={error} />
        <Phone html={html.current} />
      </div>
    </Card>
  );
}

/** The scripts of the page do not run: the frame does not allow them. Its pictures are put in from here. */
function Phone({ html }: { html: string }) {
  const scrolled = useRef(0);
  return (
    <iframe
      title="手机上的页面"
      sandbox="allow-same-origin"
      srcDoc={html}
      className="mx-auto h-[min(44rem,75dvh)] w-full max-w-[390px] rounded-2xl bg-sunken ring-1 ring-line"
      onLoad={({ currentTarget: { contentWindow: page } }) => {
        if (!page) return;
        page.scrollTo(0, scrolled.current);
        page.addEventListener('scroll', () => {
          scrolled.current = page.scrollY;
        });
        void fillPictures(page.document);
      }}
    />
  );
}
