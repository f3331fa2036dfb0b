// Ratings: those of Sudoku Explainer 1.2.1 and SukakuExplainer 1.18.1, the same for every version and number of
// threads; hard puzzles wait.

#include "rating.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace ninefold;

void check(bool is_right, const char* what) {
    if (is_right) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
}

struct Known {
    std::string_view puzzle;
    int er, ep, ed;
};

// As Sudoku Explainer itself rates them.
constexpr Known known[] = {
    {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 12, 12, 12},
    {"85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.", 20, 12, 12},
    {"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", 23, 12, 12},
    {"3..2.....7.61.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6", 0, 0, 0},
    {"3..2........1.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6", 32, 12, 12},
    {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 105, 12, 12},
};

void append(std::string_view puzzle, std::vector<std::uint8_t>& digits) {
    for (const char mark : puzzle) digits.push_back(static_cast<std::uint8_t>(mark == '.' ? 0 : mark - '0'));
}

std::vector<std::uint8_t> digits_of_all() {
    std::vector<std::uint8_t> digits;
    for (const Known& one : known) append(one.puzzle, digits);
    return digits;
}

void ratings_are_those_of_sudoku_explainer() {
    const auto digits = digits_of_all();
    for (const unsigned threads : {1U, 2U}) {
        std::array<rating::Explanation, std::size(known)> found{};
        std::atomic<std::size_t> done = 0;
        check(rating::explain_many(digits, rating::Program::explainer, threads, found, done, {}), "all are rated");
        check(done == std::size(known), "all are counted");
        for (std::size_t i = 0; i < std::size(known); ++i) {
            if (!known[i].er) {
                check(found[i].state == rating::State::clashing, "clashing clues are reported");
                continue;
            }
            check(found[i].rating.er == known[i].er, "ER");
            check(found[i].rating.ep == known[i].ep, "EP");
            check(found[i].rating.ed == known[i].ed, "ED");
        }
    }
}

void a_hard_puzzle_does_not_hold_up_the_others() {
    auto digits = digits_of_all();
    digits.insert(digits.begin(), digits.end() - 81, digits.end());  // the hard one comes first
    std::vector<rating::Explanation> found(digits.size() / 81);
    std::atomic<std::size_t> done = 0;
    std::atomic<bool> cancelled = false;
    lanes::Stop stop;
    stop.cancelled = &cancelled;
    cancelled = true;
    check(!rating::explain_many(digits, rating::Program::explainer, 1, found, done, stop), "a stopped run is not complete");
    check(found[0].state == rating::State::open, "what was not reached stays open");
    done = 0;
    cancelled = false;
    {
        const std::jthread watcher([&] {
            while (done == 0) std::this_thread::yield();
            cancelled = true;
        });
        rating::explain_many(digits, rating::Program::explainer, 1, found, done, stop);
    }
    check(found[1].state == rating::State::rated, "an easy puzzle behind a hard one is rated");
    check(found[0].state == rating::State::open, "and it is rated before the hard one");
}

// As SukakuExplainer 1.18.1 itself rates them.
constexpr Known newer[] = {
    {"050002000060104000920000006000850034000400900000007080700000100500030607002080000", 40, 12, 12},
    {"005273008200000000060008050003100507000034090010000000001600020000010700300009006", 61, 12, 12},
    {"000002001036050000000649070903008000020000500000900480580010700000000000207000050", 64, 12, 12},
    {"000030706200080000009002000502000010001508000040061800007050004060300000100006300", 75, 12, 12},
    {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 105, 12, 12},
};

void ratings_are_those_of_sukaku_explainer() {
    std::vector<std::uint8_t> digits;
    for (const Known& one : newer) append(one.puzzle, digits);
    std::array<rating::Explanation, std::size(newer)> found{};
    std::atomic<std::size_t> done = 0;
    check(rating::explain_many(digits, rating::Program::sukaku, 2, found, done, {}), "all are rated");
    for (std::size_t i = 0; i < std::size(newer); ++i) {
        check(found[i].rating.er == newer[i].er, "ER of SukakuExplainer");
        check(found[i].rating.ep == newer[i].ep && found[i].rating.ed == newer[i].ed, "its EP and ED");
    }
}

struct Scored {
    std::string_view puzzle, solution;
    hodoku::Level level;
    int score;
};

// As HoDoKu 2.2.0 itself rates them: among them puzzles with chains, almost locked sets, forcing nets and brute force.
constexpr Scored scored[] = {
    {"000100000003082500020095040600000980057000460089000003040650070008720100000001000",
     "495167238763482591821395647614273985357819462289546713142658379938724156576931824", hodoku::Level::hard, 1152},
    {"000040300080001429001500000076000008000002000009050070008000000300000000090108630",
     "962847351785631429431529867576913248143782596829456173658394712317265984294178635", hodoku::Level::medium, 492},
    {"020010089304009702060500000008041005000000120930000000400008000000070240000000000",
     "725314689314869752869527431278641395546983127931752864457238916693175248182496573", hodoku::Level::unfair, 898},
    {"000650028045803100030000005900100060020080000006007403084000007000000000060000030",
     "197654328245893176638712945973145862421386759856927413384261597712539684569478231", hodoku::Level::unfair, 994},
    {"004500801000300070619000000000609000736005000000040002000000023000002100000407000",
     "374526891258391476619874235542689317736215948981743562495168723867932154123457689", hodoku::Level::unfair, 802},
    {"304020080006000000050070300000680020000034000060150700010000000009000060008217005",
     "374521986186493572952876314547689123291734658863152749415968237729345861638217495", hodoku::Level::unfair, 564},
    {"200900004800002090000065700780000000000000001000208405000034019061000500340000000",
     "276981354854372196139465728785146932492753681613298475527634819961827543348519267", hodoku::Level::unfair, 574},
    {"000008954000005070904070008700000000000000023529730000000500000380020000271000000",
     "137268954862495371954371268713682549648159723529734186496517832385926417271843695", hodoku::Level::extreme, 1160},
    {"000000001002003004050060020000007000005080060980000400006700003020100000500090080",
     "638245791192873654457961328264517839375489162981326475846752913729138546513694287", hodoku::Level::extreme, 23574},
    {"160000380002350000000000000000001050000004130080200700000700200957010800300009001",
     "164927385892356417735148629643871952279564138581293764418735296957612843326489571", hodoku::Level::extreme, 5290},
    {"740000000008095000030200080100009020002030400090500007010002060000180300000000074",
     "749618235628395741531274689176849523852731496493526817317452968964187352285963174", hodoku::Level::extreme, 2834},
};

void scores_are_those_of_hodoku() {
    std::vector<std::uint8_t> digits, solutions;
    for (const Scored& one : scored) {
        for (const char mark : one.puzzle) digits.push_back(static_cast<std::uint8_t>(mark - '0'));
        for (const char mark : one.solution) solutions.push_back(static_cast<std::uint8_t>(mark - '0'));
    }
    for (const unsigned threads : {1U, 2U}) {
        std::vector<rating::Scored> found(std::size(scored));
        std::atomic<std::size_t> done = 0;
        check(rating::score_many(digits, solutions, threads, true, found, done, {}), "all are scored");
        for (std::size_t i = 0; i < found.size(); ++i) {
            check(found[i].level == scored[i].level, "HoDoKu's level");
            check(found[i].score == scored[i].score, "HoDoKu's score");
        }
        std::vector<rating::Measured> measured(found.size());
        done = 0;
        check(rating::measure_many(digits, solutions, threads, false, measured, done, {}), "all are measured");
        for (const auto& one : measured) check(one.entries > 0 && one.search > 0 && one.stages > 0, "and counted");
        std::vector<rating::Measured> brief(found.size());
        done = 0;
        check(rating::measure_many(digits, solutions, threads, true, brief, done, {}), "all are measured briefly");
        for (std::size_t i = 0; i < found.size(); ++i) {
            check((brief[i].hard > 0) == (measured[i].hard > 0), "the same are hard");
            check((brief[i].guesses > 0) == (measured[i].guesses > 0), "the same need a guess");
        }
    }
    std::atomic<bool> cancelled = true;
    lanes::Stop stop;
    stop.cancelled = &cancelled;
    std::vector<rating::Scored> found(std::size(scored));
    std::atomic<std::size_t> done = 0;
    check(!rating::score_many(digits, solutions, 1, true, found, done, stop), "a stopped run is not complete");
}

}  // namespace

int main() {
    scores_are_those_of_hodoku();
    ratings_are_those_of_sudoku_explainer();
    ratings_are_those_of_sukaku_explainer();
    a_hard_puzzle_does_not_hold_up_the_others();
    std::printf("ratings: right (%s)\n", std::string(rating::version()).c_str());
}
