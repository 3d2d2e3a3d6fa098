import { ChoiceBar } from '../../ui/notices.tsx';
import { useNotices } from '../notices.ts';
import { reloadFromServer } from './new-version.ts';

/** Offers to reload a page that is older than the server. The page also works without that. */
export function NewVersionBar() {
  return (
    <ChoiceBar
      text="有新版本"
      choices={[
        { label: '稍后', choose: () => useNotices.setState({ newVersion: false }) },
        { label: '刷新', choose: () => void reloadFromServer() },
      ]}
    />
  );
}
