// The passwords that attackers try first, and patterns that cover thousands of them.

const frequent = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd p@ssword iloveyou iloveu sunshine princess football baseball
superman batman trustno1 letmein1 welcome welcome1 welcome123 administrator admin123 admin1234 qwertyui qwertyuiop qwerty123
qwerty12 qwerty1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 q1w2e3r4 abcd1234 abc12345
abc123456 a1b2c3d4 aa123456 a1234567 a12345678 iloveyou1 bangladesh bangladesh1 bangladesh71 bangladesh123 dhaka1234 dhaka123
allah123 allahuakbar bismillah muhammad mohammad ilovebangladesh amarsonarbangla nothipotro changeme changeme1 computer internet
samsung1 mustang1 michael1 jennifer jordan23 liverpool chelsea1 barcelona realmadrid starwars whatever pokemon1 dragon123 monkey123
shadow123 master123 football1 charlie1 superstar samsung123 google123 facebook facebook1 secret123 test1234 testtest user1234`.split(
    /\s+/,
  ),
);

/** Whether a password is a common one, a single repeated character, or a run on the keyboard. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (frequent.has(lower)) return true;
  if (/^(.)\1*$/u.test(lower) || /^(.{1,3}?)\1{2,}$/u.test(lower)) return true;
  const runs = [
    '01234567890123456789',
    '98765432109876543210',
    'abcdefghijklmnopqrstuvwxyz',
    'qwertyuiopasdfghjklzxcvbnm',
  ];
  return runs.some((run) => run.includes(lower));
}
