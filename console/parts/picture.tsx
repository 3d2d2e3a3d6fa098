import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { watchView } from '../../ui/watch-view.ts';

/** Pictures are stored with these bytes in front. */
const PADDING_BYTES = 2;
const KEPT_MS = 5 * 60_000;

type PictureProps = { url: string | null; alt: string; className: string };

/** A picture of the site. It is fetched when it comes near the window: the server sends pictures to scripts alone. */
export function Picture({ url, alt, className }: PictureProps) {
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(place);
  const { data } = useQuery({
    queryKey: ['picture', url],
    queryFn: () => fetchPicture(url ?? ''),
    enabled: url !== null && isNear,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
  const shape = `shrink-0 bg-sunken object-cover ${className}`;
  return data ? <img src={data} alt={alt} className={shape} /> : <span ref={place} className={shape} />;
}

function useIsNear(place: { current: Element | null }): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    return watchView(place.current, ({ isIntersecting }) => isIntersecting && setIsNear(true));
  }, [place]);
  return isNear;
}

/** The picture as a `data:` address, which the policy of the page allows. */
export async function fetchPicture(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'x-requested-with': 'XMLHttpRequest' } });
  if (!response.ok) throw new Error(`the picture was not sent: ${response.status}`);
  const stored = await response.blob();
  // Browsers recognise the format of a picture by its bytes.
  return dataAddress(stored.slice(PADDING_BYTES, stored.size, 'image/png'));
}

function dataAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
