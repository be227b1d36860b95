/**
 * The service worker of the static page: after the first visit it works offline.
 *
 * `web/build` writes the version and the list of files in. Nets are kept when they are first used.
 */
const VERSION = 'VERSION';
const FILES = ['FILES'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('noyes-') && name !== VERSION)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.includes('/api/'))
    return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(VERSION);
      const kept = await cache.match(request, { ignoreSearch: true });
      if (kept) return kept;
      const answer = await fetch(request);
      if (answer.ok && url.pathname.endsWith('.net')) cache.put(request, answer.clone());
      return answer;
    })(),
  );
});
