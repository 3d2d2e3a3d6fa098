import { Navigate, Route, Routes } from 'react-router';
import { EmptyState } from '../ui/states.tsx';
import { DoneBar } from './layout/done-bar.tsx';
import { Shell } from './layout/shell.tsx';
import { mayOpen, PAGES } from './pages.tsx';
import { Loaded, Page } from './parts/page.tsx';
import { type Me, useMe } from './runtime/queries.ts';
import { useSessionEnded } from './runtime/session-ended.ts';
import { FactorDialog } from './session/factor-dialog.tsx';
import { LinkPage } from './session/link-page.tsx';
import { LoginAgain } from './session/login-again.tsx';
import { LoginPage } from './session/login-page.tsx';
import { OidcPage } from './session/oidc.tsx';

export function App() {
  return (
    <>
      <Routes>
        <Route path="/link" element={<LinkPage />} />
        <Route path="/oidc" element={<OidcPage />} />
        <Route path="*" element={<PagesOrLogin />} />
      </Routes>
      <FactorDialog />
      <DoneBar />
    </>
  );
}

/** Everything that needs a login. When a session has ended, the pages stay behind the login, so that typed text is not lost. */
function PagesOrLogin() {
  const query = useMe();
  const { ended, last } = useSessionEnded();
  const person = query.data ?? (ended ? last : query.data);
  if (person === null) return <LoginPage ended={false} />;
  if (!person)
    return (
      <div className="p-6">
        <Loaded query={query}>{() => null}</Loaded>
      </div>
    );
  return (
    <>
      <div hidden={ended}>
        <Pages key={person.id} person={person} />
      </div>
      {ended && <LoginAgain />}
    </>
  );
}

function Pages({ person }: { person: Me }) {
  const [first] = PAGES.filter((page) => mayOpen(person.role, page));
  return (
    <Shell person={person}>
      <Routes>
        {first && first.path !== '/' && <Route path="/" element={<Navigate to={first.path} replace />} />}
        {PAGES.map((page) => {
          const { path, Page: Content } = page;
          return (
            <Route
              key={path}
              path={path === '/' ? '/' : `${path}/*`}
              element={mayOpen(person.role, page) ? <Content person={person} /> : <Forbidden />}
            />
          );
        })}
        <Route path="*" element={<Missing />} />
      </Routes>
    </Shell>
  );
}

function Forbidden() {
  return (
    <Page title="没有权限">
      <EmptyState title="你的角色不能打开这一页" hint="需要的话，请所有者修改你的角色" />
    </Page>
  );
}

function Missing() {
  return (
    <Page title="没有这一页">
      <EmptyState title="没有这一页" hint="请从导航里选择" />
    </Page>
  );
}
