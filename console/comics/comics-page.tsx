import { Route, Routes } from 'react-router';
import { ComicPage } from './comic-page.tsx';
import { ListPage } from './list-page.tsx';
import { PagesPage } from './pages/pages-page.tsx';

/** The list of comics, and the pages of each below it. */
export function ComicsPage() {
  return (
    <Routes>
      <Route index element={<ListPage />} />
      <Route path=":id/chapters/:chapterId" element={<PagesPage />} />
      <Route path=":id/*" element={<ComicPage />} />
    </Routes>
  );
}
