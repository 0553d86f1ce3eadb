// Runs before the first paint. The product's own pages keep the choice under the same name.
(() => {
  const chosen = localStorage.getItem('scheme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
})();
