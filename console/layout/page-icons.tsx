import { Icon, type IconProps } from '../../ui/icon.tsx';

/** A house. */
export function OverviewIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6" />
    </Icon>
  );
}

/** An arrow out of a tray. */
export function UploadIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 15V4M7.5 8L12 3.5 16.5 8M4 15v5h16v-5" />
    </Icon>
  );
}

/** Parts of a page. */
export function LayoutIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 4h16v6H4zM4 14h7v6H4zM15 14h5v6h-5z" />
    </Icon>
  );
}

/** A speech bubble. */
export function MessageIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12h5" />
    </Icon>
  );
}

/** Bars. */
export function FiguresIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 20h16M6.5 20v-7M12 20V5M17.5 20V10" />
    </Icon>
  );
}

/** Two people. */
export function PeopleIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="9" cy="8.5" r="3.25" />
      <path d="M2.5 19.5c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5M16 5.5a3.25 3.25 0 010 6.25M17.5 14.25c2.25.5 3.6 2.25 4 5.25" />
    </Icon>
  );
}

/** A key. */
export function KeyIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="15" r="4" />
      <path d="M11 12l8.5-8.5M16 7l3 3M13.5 9.5l2 2" />
    </Icon>
  );
}

/** Three dots. */
export function MoreIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <g fill="currentColor">
        <circle cx="5" cy="12" r="1" />
        <circle cx="12" cy="12" r="1" />
        <circle cx="19" cy="12" r="1" />
      </g>
    </Icon>
  );
}
