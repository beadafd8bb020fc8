import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Dialogs above the page, and panels beside it. */
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog], dialog[open])'

/** Faults of layout that can be measured; runs in the page. */
function layoutFaults(): string[] {
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}”`
  const isShown = (element: Element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
  /** Not scrolled away, in the window or in a box. */
  const isVisible = (element: Element, x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false
    for (let box = element.parentElement; box; box = box.parentElement) {
      const { left, right, top, bottom } = box.getBoundingClientRect()
      if (getComputedStyle(box).overflow !== 'visible' && (x < left || x > right || y < top || y > bottom)) return false
    }
    return true
  }
  /** A bar that stays while the page scrolls below it. */
  const isStuck = (element: Element): boolean => {
    for (let box: Element | null = element; box; box = box.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(box).position)) return true
    }
    return false
  }
  const hasOverlay =
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [popover]:popover-open') !== null
  const faults: string[] = []
  const over = document.documentElement.scrollWidth - innerWidth
  if (over > 0) faults.push(`${over} px wider than the window`)
  // Regions that scroll sideways by keys, as tables do, are meant to, and so are rows of thumbnails.
  for (const box of document.querySelectorAll(
    ':is([role=dialog], [role=alertdialog]) :not(ul, [tabindex], [tabindex] *)',
  ))
    if (box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === 'auto' && isShown(box))
      faults.push(`scrolls sideways in a dialog: ${name(box)}`)
  for (const element of document.querySelectorAll<HTMLElement>(
    'a, button, h1, h2, h3, th, label, [role=tab], input, select',
  )) {
    if (!isShown(element) || element.closest('[inert]')) continue
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    // Text for screen readers only is clipped away, or one pixel large.
    if (box.width <= 1 || box.height <= 1 || element.closest('.ox-visually-hidden')) continue
    const isCut =
      element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis'
    if (isCut && element.clientWidth > 0 && !(element instanceof HTMLInputElement))
      faults.push(`text is cut: ${name(element)}`)
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (
      hasOverlay ||
      !element.matches('a, button, input, select') ||
      style.pointerEvents === 'none' ||
      !isVisible(element, x, y)
    )
      continue
    const hit = document.elementFromPoint(x, y)
    if (
      hit &&
      !element.contains(hit) &&
      !hit.contains(element) &&
      !hit.closest('label, [role=listbox]') &&
      !isStuck(hit)
    ) {
      faults.push(`${name(element)} is covered by ${name(hit)}`)
    }
  }
  return faults
}

/** Changes the theme and waits until its colours are on the screen: axe measures those. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    const frame = () => new Promise(done => requestAnimationFrame(done))
    await frame()
    // Colours change by transitions, however short.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(one => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    )
    await frame()
  })
}

/** Faults of the layout as it is shown. */
export function layoutFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate(layoutFaults)
}

/**
 * Violations of WCAG 2.2, levels A and AA, that axe finds.
 * @param part what axe looks at; default the dialog that is open, since what is below it is a screen of the table too,
 * and the whole page where there is none
 */
export async function axeFaultsOf(page: Page, part = OPEN_DIALOG): Promise<string[]> {
  const parts = page.locator(part).filter({ visible: true })
  const isPart = part !== OPEN_DIALOG || (await parts.count()) > 0
  // In the page itself: the other way opens a second one for each look, and takes three times as long.
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  if (isPart) {
    await parts.first().waitFor()
    await parts.evaluateAll(elements => elements.forEach(element => element.setAttribute('data-axe', '')))
    builder.include('[data-axe]')
  }
  const { violations } = await builder.analyze()
  if (isPart) await parts.evaluateAll(elements => elements.forEach(element => element.removeAttribute('data-axe')))
  const faults: string[] = []
  for (const { id, nodes } of violations) {
    for (const { target, html, any } of nodes) {
      const selector = target.join(' ')
      // Content scrolled by the caret or arrow keys of a field needs no separate stop for Tab; axe does not know that.
      if (
        id === 'scrollable-region-focusable' &&
        (await page.locator(selector).and(page.locator('[contenteditable] *, [role=listbox]')).count()) > 0
      )
        continue
      const measured: unknown = any[0]?.data
      faults.push(
        `${id}: ${selector} ${html.slice(0, 80)} ${id === 'color-contrast' ? JSON.stringify(measured) : ''}`.trimEnd(),
      )
    }
  }
  return faults
}
