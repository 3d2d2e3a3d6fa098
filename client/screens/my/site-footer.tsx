import { useClientState } from '../../state.ts';

const LINK = 'inline-flex min-h-11 items-center px-4';

/** The site's operator and registrations, which Chinese law requires to be shown. */
export function SiteFooter() {
  const config = useClientState((state) => state.config);
  if (!config) return null;
  const { name, icp, police, contact } = config.site;
  return (
    <footer className="page-width flex flex-col items-center gap-1 pt-8 text-xs text-soft">
      {contact && <p>联系我们：{contact}</p>}
      {icp && (
        <a className={LINK} href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
          {icp}
        </a>
      )}
      {police && (
        <a className={LINK} href="https://beian.mps.gov.cn/" target="_blank" rel="noopener noreferrer">
          {police}
        </a>
      )}
      <p>
        {name} {config.version}
      </p>
    </footer>
  );
}
