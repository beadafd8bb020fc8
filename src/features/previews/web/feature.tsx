import './previews.css'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { registerIsland } from '#features/content/web/index.ts'
import { pageModules } from '#features/diagrams/web/index.ts'
import { LIGHTBOX_MODULE, openLightbox } from './lightbox/open-lightbox.ts'
import { embeddedFile } from './island.ts'
import { PreviewHost } from './PreviewHost.tsx'

registerIsland(':is(a.confluence-embedded-file, img.confluence-embedded-image)[data-linked-resource-id]', async () => ({
  default: embeddedFile,
}))

registerIsland('a.ox-file-card:has(> .ox-file-card-page)', () => import('./card/file-card.ts'), true)

pageModules.set(LIGHTBOX_MODULE, () => ({ open: openLightbox }))

/** Previews of files in the browser. */
export const previewsWeb = webFeature({
  name: 'previews',
  slots: [slot('header.end', { id: 'previews', order: 990, render: () => <PreviewHost /> })],
})
