// An e-mail address that breaks before its @ first, and within a word only where nothing else helps.

export function EmailText({ email, className = '' }: { email: string; className?: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className={`wrap-anywhere ${className}`}>
      {at < 0 ? email : email.slice(0, at)}
      <wbr />
      {at < 0 ? '' : email.slice(at)}
    </span>
  );
}
