/* Browsers older than Safari 16.4 or Chromium 111 can not run the app. Tells the reader, in JavaScript that old browsers run. */
(function () {
  var css = window.CSS;
  if (css && css.supports && css.supports('color', 'color-mix(in srgb, red, red)') && window.structuredClone) return;
  document.body.innerHTML =
    '<div style="max-width:26em;margin:0 auto;padding:64px 24px;font:16px/1.7 sans-serif;color:#222;background:#fff">' +
    '<h1 style="font-size:22px">漫屿</h1>' +
    '<p>您的浏览器版本较旧，无法打开漫屿。</p>' +
    '<p>请更新系统或浏览器：Safari 16.4、Chrome 111 或更新的版本。</p></div>';
})();
