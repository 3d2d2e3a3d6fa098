import { Route, Routes } from 'react-router';
import { ReaderPage } from './reader-page.tsx';
import { SearchPage } from './search-page.tsx';

/** Finds readers, and shows one of them. */
export function ReadersPage() {
  return (
    <Routes>
      <Route index element={<SearchPage />} />
      <Route path=":id" element={<ReaderPage />} />
    </Routes>
  );
}
