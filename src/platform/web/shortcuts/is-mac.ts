/** Whether the keyboard has ⌘ and ⌥. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform)
}
