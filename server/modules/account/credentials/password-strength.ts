const SHORTEST = 8;
const LONGEST = 20;

/** Keyboard rows and character sequences, in both directions. */
const SEQUENCES = [
  '01234567890123456789',
  '!@#$%^&*()_+',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'qweasdzxc',
  '147258369',
  '159357',
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')]);

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** 20261130, 261130 or 30112026. */
const DATE = /^(19|20)?\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$|^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/;
const MAINLAND_PHONE = /^1[3-9]\d{9}$/;

/** `names`: the names of the account, which the password must not consist of. */
export function isGoodPassword(password: string, names: readonly (string | null)[]): boolean {
  const { length } = [...password];
  return length >= SHORTEST && length <= LONGEST && !isEasilyGuessed(password, names);
}

/** Whether a password is a leaked one, a keyboard sequence, a date, or little more than a name of its owner. */
export function isEasilyGuessed(password: string, names: readonly (string | null)[]): boolean {
  const plain = password.toLowerCase();
  if (hasFewCharacters(plain) || DATE.test(plain) || MAINLAND_PHONE.test(plain)) return true;
  if (isSequences(plain)) return true;
  const ownNames = ['manyu', '漫屿', ...names.flatMap((name) => (name ? [name.toLowerCase()] : []))];
  const isMostOf = (name: string) => plain.includes(name) && [...plain].length - [...name].length < SHORTEST;
  return ownNames.some(isMostOf) || isLeakedWord(plain);
}

/** A short part repeated, or very few different characters. */
function hasFewCharacters(text: string): boolean {
  return new Set(text).size < 4 || /^(.{1,5})\1+.{0,2}$/su.test(text);
}

/** Consists of sequences only: `12345678`, `qwer1234`, `asdf!`. */
function isSequences(text: string): boolean {
  let rest = text.replace(/[^\p{L}\p{N}]+/gu, '') || text;
  let pieces = 0;
  while (rest !== '') {
    let length = rest.length;
    while (length > 2 && !SEQUENCES.some((sequence) => sequence.includes(rest.slice(0, length)))) length--;
    if (length <= 2) return pieces > 0 && rest.length <= 2;
    rest = rest.slice(length);
    pieces++;
  }
  return true;
}

/** A leaked word with the usual decoration: `Password123!`, `woaini1314`, `p@ssw0rd`. */
function isLeakedWord(text: string): boolean {
  const stripped = (given: string) => given.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const read = (given: string) => [...given].map((letter) => LOOKALIKES[letter] ?? letter).join('');
  return [stripped(text), stripped(read(stripped(text))), stripped(read(text)), text].some((word) => {
    if (LEAKED_WORDS.has(word)) return true;
    // Two such words, or one twice: `iloveyoubaby`.
    return [...word].some((_, at) => LEAKED_WORDS.has(word.slice(0, at)) && LEAKED_WORDS.has(word.slice(at)));
  });
}

/**
 * The words that occur in lists of leaked passwords, Chinese and international, without surrounding digits and symbols:
 * one word here stands for hundreds of passwords.
 */
const LEAKED_WORDS: ReadonlySet<string> = new Set(
  `
  password passwort passw pass passwd passphrase secret letmein welcome login admin administrator root user guest
  master system server default changeme access test testing tester demo temp internet computer windows linux apple
  iphone android samsung huawei xiaomi google facebook twitter youtube instagram amazon microsoft netflix tencent
  alibaba taobao weixin wechat weibo baidu qq douyin tiktok bilibili zhifubao alipay jingdong
  iloveyou ilove loveyou loveme love lovely lover forever baby babygirl princess prince angel sweet sweetheart honey
  sunshine flower butterfly rainbow happy smile hello world helloworld freedom friend friends family mother father
  dragon monkey tiger lion panda eagle falcon phoenix shadow ninja samurai warrior hunter killer soldier ranger
  superman batman spiderman ironman starwars pokemon pikachu naruto sasuke onepiece luffy doraemon mario zelda
  minecraft fortnite roblox warcraft dota league legend legends counter strike pubg valorant
  football baseball basketball soccer hockey tennis golf liverpool chelsea arsenal barcelona realmadrid manchester
  michael jordan jessica jennifer michelle ashley amanda andrew anthony charlie daniel david george james john joseph
  joshua matthew nicole robert sarah thomas william alexander benjamin elizabeth samantha hannah maggie ginger buster
  cookie chocolate cheese orange banana pepper coffee summer winter spring autumn january february march april june
  july august september october november december monday friday sunday
  london paris newyork america canada china chinese beijing shanghai shenzhen guangzhou hangzhou hongkong taiwan
  zhongguo japan tokyo korea
  trustno trustnoone whatever nothing something anything starlight mustang harley corvette ferrari porsche mercedes
  yamaha honda toyota money dollar business company office manager security private public
  qwerty qwertyuiop qwert asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qwe asd zxc qaz wsx
  abc abcd abcde abcdef abcdefg abcdefgh aaa aa xxx zzz
  woaini woaiwojia woaiwo wo aini ai nihao nihaoma wode mima wodemima baobao baobei laopo laogong qinaide airen
  tianshi tiankong taiyang xingxing yueliang meimei gege jiejie didi mama baba jiating pengyou xiexie zaijian
  wang zhang liu chen yang zhao huang zhou wu xu sun ma zhu hu guo lin he gao luo zheng liang song tang feng
  xiaoming xiaohong xiaolong xiaoyu xiaowei xiaotian wangwei wanglei zhangwei zhangli lili liuwei lijun
  susan susu longlong feifei tingting lingling pingping jingjing yangyang mingming tiantian lele
  comic comics manhua manga anime dongman reader reading mianfei kuaikan
  `
    .trim()
    .split(/\s+/),
);
