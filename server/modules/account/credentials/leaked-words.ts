/**
 * The words that occur in lists of leaked passwords, Chinese and international, without surrounding digits and symbols:
 * one word here stands for hundreds of passwords.
 */
export const LEAKED_WORDS: ReadonlySet<string> = new Set(
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
