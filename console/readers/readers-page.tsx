import { Route, Routes } from 'react-router';
import type { Me } from '../runtime/queries.ts';
import { ReaderPage } from './reader-page.tsx';
import { SearchPage } from './search-page.tsx';

/** Finds readers, and shows one of them. */
export function ReadersPage({ person }: { person: Me }) {
  return (
    <Routes>
      <Route index element={<SearchPage />} />
      <Route path=":id" element={<ReaderPage person={person} />} />
    </Routes>
  );
}
