import { Component, type ReactNode } from 'react';
import { ErrorState } from '../../ui/states.tsx';

type ScreenFaultProps = { place: string; children: ReactNode };

/** Catches the errors of a screen, also when its code fails to load, and offers to reload the page. */
export class ScreenFault extends Component<ScreenFaultProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidMount() {
    addEventListener('online', this.reloadIfFailed);
  }

  override componentWillUnmount() {
    removeEventListener('online', this.reloadIfFailed);
  }

  reloadIfFailed = () => {
    if (this.state.failed) location.reload();
  };

  override componentDidUpdate(before: ScreenFaultProps) {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main>
        <ErrorState message="页面没有打开" onRetry={() => location.reload()} />
      </main>
    );
  }
}
