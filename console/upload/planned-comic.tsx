import { useState } from 'react';
import { editUpload } from '#contract/console/upload';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { useChange } from '../runtime/queries.ts';
import { useIsAuthor } from '../runtime/rights.ts';
import type { UploadSource, UploadView } from './queries.ts';
import { SourceList } from './source-list.tsx';

type PlannedComicProps = { series: string; sources: readonly UploadSource[]; upload: UploadView; exists: boolean };

/** The chapters that are planned for one comic. */
export function PlannedComic({ series, sources, upload, exists }: PlannedComicProps) {
  const [renames, setRenames] = useState(false);
  const from = [...new Set(sources.flatMap(({ seriesFrom }) => seriesFrom?.trim() ?? []))];
  const hint = `${exists ? '书库里已有这部漫画' : '新漫画'}${from.length > 0 ? `，书名取自${from.join('、')}` : ''}`;
  return (
    <Card
      title={`《${series}》`}
      hint={hint}
      actions={
        <Button look="tinted" onClick={() => setRenames(true)}>
          换一部漫画
        </Button>
      }
    >
      <SourceList sources={sources} upload={upload} />
      {renames && <SeriesDialog series={series} upload={upload} onClose={() => setRenames(false)} />}
    </Card>
  );
}

function SeriesDialog({ series, upload, onClose }: { series: string; upload: UploadView; onClose(): void }) {
  const isAuthor = useIsAuthor();
  const [title, setTitle] = useState(series);
  const change = useChange(editUpload, onClose);
  const { id, planNo } = upload;
  return (
    <Dialog title="换一部漫画" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ id, planNo, changes: [{ what: 'series', from: series, to: title }] });
        }}
      >
        <TextField
          label="书名"
          value={title}
          onText={setTitle}
          maxLength={100}
          hint={
            isAuthor
              ? '写交给你的漫画的书名，就归入那一部；别的漫画不能导入。'
              : '与书库里的漫画同名，就归入那一部；否则是新漫画。'
          }
        />
        <Problem error={change.error} />
        <Button type="submit" disabled={change.isPending || title.trim() === ''}>
          重新预演
        </Button>
      </form>
    </Dialog>
  );
}
