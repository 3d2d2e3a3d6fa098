import { MissingState } from '../../features/navigation/missing-state.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';

export function NotFoundScreen() {
  return (
    <TitledScreen title="页面不存在">
      <MissingState title="这里什么也没有" hint="地址可能写错了，或者页面已经搬走。" />
    </TitledScreen>
  );
}
