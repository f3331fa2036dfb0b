// HoDoKu's solver called in process: paths of many puzzles, in rounds, after a warm-up. Used by benchmarks/paths.py.
//
// java -cp CLASSES:. HodokuPaths FILE ROUNDS WRITE    prints the CPU seconds of the process for each round
import java.io.BufferedWriter;
import java.io.FileWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import solver.SudokuSolver;
import solver.SudokuSolverFactory;
import sudoku.SolutionStep;
import sudoku.Sudoku2;

public class HodokuPaths {
    public static void main(String[] args) throws Exception {
        List<String> puzzles = Files.readAllLines(Paths.get(args[0]));
        int rounds = Integer.parseInt(args[1]);
        boolean write = args[2].equals("1");
        // Of the process, as ours: so what it costs to collect garbage counts, too.
        OperatingSystemMXBean clock = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        SudokuSolver solver = SudokuSolverFactory.getDefaultSolverInstance();
        for (int round = 0; round < rounds; round++) {
            long start = clock.getProcessCpuTime();
            long steps = 0;
            try (BufferedWriter out = new BufferedWriter(new FileWriter("/dev/null"))) {
                for (String puzzle : puzzles) {
                    Sudoku2 sudoku = new Sudoku2();
                    sudoku.setSudoku(puzzle);
                    solver.setSudoku(sudoku);
                    solver.solve();
                    for (SolutionStep step : solver.getSteps()) {
                        steps++;
                        if (write) {
                            out.write(step.toString(2));
                            out.newLine();
                        }
                    }
                }
            }
            System.out.println((clock.getProcessCpuTime() - start) / 1e9 + " " + steps);
        }
        System.exit(0);
    }
}
