import type { Page } from 'playwright-core'
import type { World } from './seed.ts'
import { say } from './words.ts'

/** Users who look at screens. Hedy leaves them changed, e.g. a sidebar that is collapsed. */
export type Visitor = 'nobody' | 'admin' | 'grace' | 'hedy'

export interface Screen {
  readonly name: string
  /** The address, or how it follows from what was seeded. */
  readonly path: string | ((world: World) => string)
  /** The visitor; default the administrator. */
  readonly as?: Visitor
  /** Actions after the screen has loaded, and before it is shot. */
  readonly act?: (page: Page, world: World | undefined) => Promise<unknown>
  /** CSS selector of the part that axe looks at; default the open dialog, or the whole page. */
  readonly part?: string
  /** Whether it is there on a phone only. */
  readonly onPhone?: boolean
  /** Console errors that belong to the screen, as that of a missing page. */
  readonly allowErrors?: RegExp
}

/** A dialog that opened; panels of the frame wait in the document. */
export const DIALOG = ':is([role=dialog], [role=alertdialog]):not([popover])'

export const view = (world: World): string => `/pages/viewpage.action?pageId=${world.rich}`
export const about =
  (action: string) =>
  (world: World): string =>
    `/pages/${action}.action?pageId=${world.rich}`
/** Opens the page's menu, and from it what the link leads to. */
export const menu =
  (link?: string) =>
  async (page: Page): Promise<void> => {
    await page.locator('#action-menu-link').click()
    await page.locator('#action-menu-link-panel').waitFor()
    if (link !== undefined) {
      await page.locator(link).click()
      // Another one takes the place of a dialog whose data are on their way.
      await page.locator(`${DIALOG}:not(:has([aria-busy=true]))`).waitFor()
    }
  }
export const press =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page
      .getByRole('button', { name: say(name), exact: true })
      .first()
      .click()
    await page.locator(DIALOG).first().waitFor()
  }

/** The address of a screen. @throws Error when it is about what was seeded, and nothing was */
export function pathOf(screen: Screen, world: World | undefined): string {
  if (typeof screen.path === 'string') return screen.path
  if (!world) throw new Error(`${screen.name} needs the seeded wiki`)
  return screen.path(world)
}
