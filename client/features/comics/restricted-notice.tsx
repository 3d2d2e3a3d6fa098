import { useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { leaveScreen } from '../navigation/way-back/way-back.ts';
import { acceptNotice } from './accepted-notices.ts';

/** The notice before a comic rated 18, once in a tab, with a way back. */
export function RestrictedNotice({ comic }: { comic: { id: number; title: string } }) {
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<span className="text-4xl font-semibold tabular-nums">18+</span>}
      title="本作品含有可能影响未成年人身心健康的内容"
      hint={`《${comic.title}》标为 18 岁以上，未满 18 周岁请勿阅读。`}
    >
      <Button look="tinted" onClick={() => leaveScreen(navigate)}>
        返回
      </Button>
      <Button onClick={() => acceptNotice(comic.id)}>我已知晓，继续</Button>
    </EmptyState>
  );
}
