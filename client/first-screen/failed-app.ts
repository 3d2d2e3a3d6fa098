/** Offers to load the page again where the code of the app can't be loaded; until then it stays as it is. */
export function offerReload(page: Document) {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    page.removeEventListener('error', onError, true);
    showBar(page);
    addEventListener('online', () => location.reload());
  };
  // The error of a script, or of a file it imports, does not bubble.
  page.addEventListener('error', onError, true);
}

/** Made without the app's styles, which may not have been loaded either. */
function showBar(page: Document) {
  const bar = page.createElement('div');
  bar.setAttribute('role', 'alert');
  Object.assign(bar.style, {
    position: 'fixed',
    // Above the tabs, whose links work without the app.
    inset: 'auto 12px calc(72px + env(safe-area-inset-bottom))',
    zIndex: '100',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '12px',
    padding: '8px 16px',
    borderRadius: '16px',
    font: '15px/1.5 sans-serif',
    color: '#fff',
    background: '#333',
  });
  const button = page.createElement('button');
  button.textContent = '重新加载';
  Object.assign(button.style, {
    minHeight: '44px',
    padding: '0 16px',
    font: 'inherit',
    fontWeight: '600',
    color: 'inherit',
    background: 'none',
    border: '1px solid',
    borderRadius: '22px',
  });
  button.onclick = () => location.reload();
  bar.append('网络不好，页面没有加载完', button);
  page.body.append(bar);
}
