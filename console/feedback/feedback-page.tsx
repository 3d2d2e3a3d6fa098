import { Route, Routes } from 'react-router';
import type { Me } from '../runtime/queries.ts';
import { QueuePage } from './queue-page.tsx';
import { ThreadPage } from './thread-page.tsx';

export function FeedbackPage({ person }: { person: Me }) {
  return (
    <Routes>
      <Route index element={<QueuePage />} />
      <Route path=":id" element={<ThreadPage person={person} />} />
    </Routes>
  );
}
