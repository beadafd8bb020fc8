export default function ShortcutHelp() {
  return null
}
