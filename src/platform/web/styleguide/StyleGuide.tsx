export default function StyleGuide() {
  return <div className="ox-notice">…</div>
}
