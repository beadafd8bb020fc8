import type { Screen } from './screen.ts'
import type { World } from './seed.ts'

const linkedPage = ({ diagrams }: World): string => `/pages/viewpage.action?pageId=${diagrams.linked}`

/** Diagrams on pages. */
export const diagramScreens: readonly Screen[] = [
  {
    name: 'diagram-bar',
    path: linkedPage,
    part: '.wiki-content, #footer',
    act: async page => {
      await page.locator('.gliffy-container').first().hover()
      await page.locator('.gliffy-toolbar-title').first().waitFor()
    },
  },
]
