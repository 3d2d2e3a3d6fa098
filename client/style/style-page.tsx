import '../../ui/app.css';
import '../../ui/all-utilities.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import * as icons from '../../ui/icons.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import * as readerIcons from '../../ui/reader-icons.tsx';
import * as rewardIcons from '../../ui/reward-icons.tsx';
import * as screenIcons from '../../ui/screen-icons.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ComicCard, ComicCardSkeleton } from '../features/comics/comic-card/comic-card.tsx';
import { ChoiceRow } from '../features/listings/choice-row.tsx';
import { RankRow } from '../features/listings/rank-row.tsx';
import { TabRow } from '../features/navigation/tab-row.tsx';
import { Countdown } from '../features/text/countdown/countdown.tsx';
import { COMICS } from './comics.ts';
import { LargerParts } from './larger-parts.tsx';
import { Part } from './part.tsx';

/*
 * Every part in every state, light beside dark, for developers: `npx vite`, then /style/. It is no
 * page of the app, and the build knows nothing of it.
 */

function Parts() {
  const [words, setWords] = useState('岛');
  const [tab, setTab] = useState('one');
  const [asks, setAsks] = useState(false);
  const choices = ['全部', '奇幻', '冒险', '校园'].map((label) => ({ key: label, label }));
  const ignore = () => undefined;
  return (
    <>
      <Part name="Button">
        <div className="flex flex-wrap gap-3">
          {(['primary', 'tinted', 'quiet'] as const).flatMap((look) => [
            <Button key={look} look={look}>
              {look}
            </Button>,
            <Button key={`${look} disabled`} look={look} disabled>
              {look}
            </Button>,
          ])}
          <TextButton onClick={ignore}>TextButton</TextButton>
          <IconButton label="搜索">
            <icons.SearchIcon />
          </IconButton>
        </div>
      </Part>
      <Part name="TextField, PasswordField, SearchField">
        <div className="flex flex-col gap-3">
          <TextField label="空的" placeholder="请输入" onText={ignore} hint="一句提示" />
          <TextField label="被拒绝的" defaultValue="岛主" onText={ignore} error="这个名字有人用了" />
          <TextField label="不能改的" defaultValue="岛主" onText={ignore} disabled />
          <PasswordField label="新密码" kind="new" value={words} onText={setWords} />
          <SearchField label="搜漫画、作者" value={words} onText={setWords} />
        </div>
      </Part>
      <Part name="TabRow, ChoiceRow">
        <TabRow<string>
          label="标签"
          tabs={['one', 'two', 'three'].map((key) => ({ key, label: key }))}
          picked={tab}
          onPick={setTab}
        />
        <ChoiceRow label="题材" choices={choices} picked="奇幻" onPick={ignore} wrap />
        <ChoiceRow label="还在来的" choices={choices.slice(0, 1)} picked="全部" onPick={ignore} pending />
      </Part>
      <Part name="ComicCard">
        <div className="grid grid-cols-3 gap-3">
          {COMICS.map((comic) => (
            <ComicCard key={comic.id} comic={comic} withNew />
          ))}
          <ComicCardSkeleton />
        </div>
      </Part>
      <Part name="RankRow">
        {COMICS.slice(0, 4).map((comic, index) => (
          <RankRow key={comic.id} rank={index + 1} comic={comic} detail="1.2万次阅读" />
        ))}
      </Part>
      <Part name="Countdown">
        <Countdown until={COMICS[0]?.sale?.endsAt ?? ''} />
      </Part>
      <Part name="EmptyState, ErrorState">
        <EmptyState title="岛上还没有漫画" hint="放上第一部漫画后，这里就会热闹起来。" />
        <ErrorState message="网络异常" onRetry={ignore} />
      </Part>
      <Part name="ConfirmDialog">
        <Button look="tinted" onClick={() => setAsks(true)}>
          打开
        </Button>
        {asks && (
          <ConfirmDialog
            title="清空历史？"
            text="读到的位置也会删除。"
            confirm="清空"
            onConfirm={() => setAsks(false)}
            onClose={() => setAsks(false)}
          />
        )}
      </Part>
      <LargerParts />
      <Part name="Icons">
        <div className="flex flex-wrap gap-4">
          {[icons, screenIcons, readerIcons, rewardIcons].flatMap((group) =>
            Object.entries(group).map(([name, Icon]) => (
              <span key={name} title={name}>
                <Icon />
              </span>
            )),
          )}
        </div>
      </Part>
    </>
  );
}

function StylePage() {
  return (
    <div className="grid lg:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <main key={theme} data-theme={theme} className="bg-page p-4 text-ink">
          <h1 className="pb-4 text-lg font-semibold">{theme}</h1>
          <Parts />
        </main>
      ))}
    </div>
  );
}

const root = document.getElementById('root');
if (root)
  // Without strict mode, as the app: a dialog that is mounted twice closes itself.
  createRoot(root).render(<StylePage />);
