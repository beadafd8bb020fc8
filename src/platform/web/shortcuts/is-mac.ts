/** Whether the keyboard is one of Apple's, where ⌘ stands for Ctrl and ⌥ for Alt. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform)
}
