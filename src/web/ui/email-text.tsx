// An email address that preferably wraps before its @, and inside a word only as a last resort.

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
