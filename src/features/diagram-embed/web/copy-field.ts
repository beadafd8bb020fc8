/** Selects a field and copies what it holds. @returns whether that was possible; the text is selected in any case */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  field.focus()
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // Without HTTPS there is no clipboard but this one.
    return document.execCommand('copy')
  }
}
