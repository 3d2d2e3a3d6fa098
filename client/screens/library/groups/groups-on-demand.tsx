import { onDemand } from '../../../../ui/on-demand.tsx';

// Few readers open them.
export const GroupSheet = onDemand(() => import('./group-sheet.tsx').then((m) => m.GroupSheet));
export const ManageSheet = onDemand(() => import('./manage-sheet.tsx').then((m) => m.ManageSheet));
