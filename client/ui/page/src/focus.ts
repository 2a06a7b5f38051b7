// Moves the focus to the content, for example when the element with the focus is removed or disabled.
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
