/** Whether a dialog lies above the page: what is below it takes no keys and no files. */
export function hasModal(): boolean {
  return document.querySelector('[aria-modal=true], [data-ox-modal]') !== null
}
