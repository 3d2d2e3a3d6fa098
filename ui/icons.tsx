import { Icon, type IconProps } from './icon.tsx';

export function ForwardIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M9 5l7 7-7 7" />
    </Icon>
  );
}

export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="11" cy="11" r="6.5" />
      <path d="M16 16l4 4" />
    </Icon>
  );
}

export function IslandIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 16c1-6 3.5-10 7-10s6 4 7 10M12 6v10M3 19.5c1.5 0 1.5 1 3 1s1.5-1 3-1 1.5 1 3 1 1.5-1 3-1 1.5 1 3 1 1.5-1 3-1" />
    </Icon>
  );
}

export function ShelfIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 4.5h4v15H5zM9 4.5h4v15H9zM14 6l3.5-1 3.5 14-3.5 1z" />
    </Icon>
  );
}

export function GiftIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 9h16v4H4zM6 13v7h12v-7M12 9v11M12 9c-5.5 0-5-5-2.5-5S12 9 12 9s0-5 2.5-5S17.5 9 12 9" />
    </Icon>
  );
}

export function PersonIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="8.5" r="3.75" />
      <path d="M4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" />
    </Icon>
  );
}
