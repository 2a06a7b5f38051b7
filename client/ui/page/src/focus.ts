// The focus must not be lost with a button that is removed or disabled when it is pressed.

export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
