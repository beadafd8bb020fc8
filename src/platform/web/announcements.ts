/**
 * React Aria announces that a button begins and ends to work by an image that the button names, for seconds. Such
 * images keep the name when the button goes with its dialog or page, and are left out where it has gone already: an
 * `aria-label` counts where `aria-labelledby` names nothing (Accessible Name and Description Computation 1.2, 4.3.2).
 */
export function nameAnnouncements(): void {
  new MutationObserver(records => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof HTMLElement && node.dataset['liveAnnouncer'] !== undefined) nameIn(node)
  }).observe(document.body, { childList: true })
}

function nameIn(announcer: HTMLElement): void {
  new MutationObserver(records => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof HTMLElement) name(node)
  }).observe(announcer, { childList: true, subtree: true })
}

function name(announced: HTMLElement): void {
  const ids = announced.getAttribute('aria-labelledby')?.split(' ')
  if (!ids) return
  const words = ids.flatMap(id => document.getElementById(id)?.textContent.trim() || [])
  if (words.length > 0) announced.setAttribute('aria-label', words.join(' '))
  // The button has gone before it was announced.
  else announced.remove()
}
