/** Ms, as the specification has it. */
const DURATION = 300

/** Shows or hides what is below a page, sliding unless the reader prefers less motion. */
export function show(container: HTMLElement, isOpen: boolean): void {
  for (const running of container.getAnimations()) running.cancel()
  container.hidden = false
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    container.hidden = !isOpen
    return
  }
  const frames = [
    { height: '0', opacity: 0, overflow: 'hidden' },
    { height: `${container.offsetHeight}px`, opacity: 1, overflow: 'hidden' },
  ]
  const animation = container.animate(isOpen ? frames : frames.toReversed(), {
    duration: DURATION,
    easing: 'ease-out',
  })
  animation.addEventListener('finish', () => {
    container.hidden = !isOpen
  })
}
