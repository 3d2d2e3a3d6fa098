import { Route, Routes, useNavigate } from 'react-router';
import { uploads } from '#contract/console/upload';
import { EmptyState } from '../../ui/states.tsx';
import { Loaded, Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import { DropZone } from './drop-zone.tsx';
import { UploadDetail } from './upload-detail.tsx';
import { bytesText, STATE_NAMES } from './words.ts';

export function UploadPage() {
  return (
    <Routes>
      <Route index element={<UploadList />} />
      <Route path=":id" element={<UploadDetail />} />
    </Routes>
  );
}

function UploadList() {
  const query = useAnswer(uploads, {});
  const navigate = useNavigate();
  return (
    <Page title="上传">
      <DropZone onStarted={(id) => navigate(`/upload/${id}`)} />
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title="还没有上传" hint="传完以后先预演，看过每一话的书名和话数再导入" />
          ) : (
            <Rows
              label="上传"
              rows={list}
              keyOf={({ id }) => id}
              linkOf={({ id }) => `/upload/${id}`}
              columns={[
                { title: '内容', cell: ({ about }) => about || '（空）' },
                {
                  title: '状态',
                  cell: ({ state, received, bytes }) =>
                    state === 'receiving' && bytes > 0
                      ? `${STATE_NAMES[state]}，${Math.floor((100 * received) / bytes)}%`
                      : STATE_NAMES[state],
                },
                { title: '大小', isNumber: true, cell: ({ files, bytes }) => `${files} 个文件，${bytesText(bytes)}` },
                { title: '上传人', cell: ({ personName }) => personName },
                { title: '时间', cell: ({ createdAt }) => timeText(createdAt) },
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
