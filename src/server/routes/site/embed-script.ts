/**
 * `/embed.js`, which both sides load: a page of ours in a frame reports its height, and the page around it gives that to
 * the frame which reported, and to no other. It keeps and reads nothing else.
 */
export const EMBED_SCRIPT = `(() => {
  const MOST = 6000;
  const root = document.documentElement;
  if (root.dataset.embed !== undefined) {
    let last = 0;
    const report = (again) => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height === last && again !== true) return;
      last = height;
      parent.postMessage({ terraceHeight: height }, "*");
    };
    new ResizeObserver(report).observe(document.body);
    addEventListener("message", ({ source, data }) => {
      if (source === parent && data === "terrace-height") report(true);
    });
    report(true);
    return;
  }
  const own = new URL(document.currentScript.src).origin;
  const frames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(own + "/"));
  addEventListener("message", ({ source, origin, data }) => {
    const height = data === null || typeof data !== "object" ? undefined : data.terraceHeight;
    if (origin !== own || !Number.isFinite(height) || height <= 0) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (frame !== undefined) frame.style.height = Math.min(Math.ceil(height), MOST) + "px";
  });
  // One that was there before this script has reported already; one that is still empty has another origin.
  for (const { contentWindow } of frames()) contentWindow.postMessage("terrace-height", "*");
})();
`;
