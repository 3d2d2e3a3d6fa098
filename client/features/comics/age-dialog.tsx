import { useState } from 'react';
import { useNavigate } from 'react-router';
import { userAdult } from '#contract/calls/account';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { resolveAgeConfirmation, session } from '../../runtime/browser.ts';
import { request } from '../../runtime/request.ts';
import { leaveScreen } from '../navigation/way-back/way-back.ts';
import { acceptNextNotice } from './accepted-notices.ts';

/** Asks a reader who opens a comic rated 18 for a confirmation: repeats the call, or goes back. */
export function AgeDialog() {
  const navigate = useNavigate();
  const [address] = useState(() => location.href);
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      session.adoptProfile(await request(userAdult, { adult: true }));
      acceptNextNotice();
      resolveAgeConfirmation(true);
    } catch {
      // The error has been shown by a toast; the reader may try again.
      setBusy(false);
    }
  };
  const leave = () => {
    // The browser's back button has already changed the screen.
    if (location.href === address) leaveScreen(navigate);
    resolveAgeConfirmation(false);
  };
  return (
    <Dialog title="年龄确认" onClose={leave}>
      <p className="text-soft">
        这部漫画标为 18 岁以上，含有可能影响未成年人身心健康的内容，未满 18 周岁请勿阅读。你是否已满 18 岁？
      </p>
      <div className="mt-4 flex gap-3">
        <Button look="tinted" className="flex-1" onClick={leave}>
          返回
        </Button>
        <Button className="flex-1" disabled={busy} onClick={() => void confirm()}>
          我已满 18 岁
        </Button>
      </div>
    </Dialog>
  );
}
