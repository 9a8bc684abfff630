export { BrowserError } from './devtools.js';
export { type DisplayMesh, displayMesh } from './display-mesh.js';
export { CHROMIUM_VARIABLE, chromiumPlaces, findChromium } from './find-chromium.js';
export { type PackedReplay, packReplay } from './pack-replay.js';
export { replayPage } from './page.js';
export { type ContactSheet, PICTURE_VIEWS, type PictureView, renderContactSheet } from './picture.js';
