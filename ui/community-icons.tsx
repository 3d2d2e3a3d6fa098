import { Icon, type IconProps } from './icon.tsx';

/** A raised thumb. */
export function LikeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 20H5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3zM8 11l3.6-7a2.2 2.2 0 0 1 2.2 2.6L13.2 10h4.9a2 2 0 0 1 2 2.4l-1.2 6A2 2 0 0 1 17 20H8z" />
    </Icon>
  );
}

export function StarIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m12 4 2.5 5 5.5.8-4 3.9.95 5.5L12 16.6l-4.95 2.6.95-5.5-4-3.9L9.5 9z" />
    </Icon>
  );
}
